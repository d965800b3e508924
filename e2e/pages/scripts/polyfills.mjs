import 'core-js/shim';
import Sugar from 'sugar';
import 'zone.js';

Sugar.extend();
