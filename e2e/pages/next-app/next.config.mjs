import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
export default {
  output: 'export',
  distDir: 'dist',
  // The folder that contains node_modules.
  turbopack: { root: fileURLToPath(new URL('../../..', import.meta.url)) },
};
