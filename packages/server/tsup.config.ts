import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { main: 'src/main.ts', server: 'src/app/relay.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'es2022',
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  clean: true,
  sourcemap: true,
});
