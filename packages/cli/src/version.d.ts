/** The version of the package. The build defines it. */
declare const __VERSION__: string;
