import axe from 'axe-core';

/** The script that checks a page's accessibility, to be run in that page. */
export const AXE_SOURCE = axe.source;
