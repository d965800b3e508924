/** Styles that come with the code that imports them: see tsup.config.ts. */
declare module '*.css';
