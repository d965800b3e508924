import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/signature.ts', 'src/web.ts'],
  format: ['esm', 'cjs'],
  platform: 'node',
  removeNodeProtocol: false,
  target: 'es2022',
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  clean: true,
  sourcemap: true,
});
