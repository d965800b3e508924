import { defineConfig } from 'tsup';

const DECLARATIONS = '../../.declarations/packages/receiver-sdk/src';

export default defineConfig({
  entry: ['src/index.ts', 'src/signature.ts', 'src/web.ts'],
  format: ['esm', 'cjs'],
  platform: 'node',
  removeNodeProtocol: false,
  target: 'es2022',
  dts: {
    entry: {
      index: `${DECLARATIONS}/index.d.ts`,
      signature: `${DECLARATIONS}/signature.d.ts`,
      web: `${DECLARATIONS}/web.d.ts`,
    },
    compilerOptions: { ignoreDeprecations: '6.0' },
  },
  clean: true,
  sourcemap: true,
});
