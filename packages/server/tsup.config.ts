import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/main.ts', 'src/server.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'es2022',
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  clean: true,
  sourcemap: true,
});
