export { ForgotPage } from '../sign-in/forgot-page';
export { InvitationPage } from '../sign-in/invitation-page';
export { RegisterPage } from '../sign-in/register-page';
