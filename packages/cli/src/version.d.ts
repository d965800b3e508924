/** The version of the package, put in when it is built. */
declare const __VERSION__: string;
