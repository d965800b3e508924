import 'datejs';
