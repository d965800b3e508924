import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/frames.ts'],
  format: ['esm'],
  platform: 'browser',
  target: 'es2022',
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  clean: true,
  sourcemap: true,
});
