import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { step } from './report.mjs';
import { runQuietly } from './run.mjs';

/** Versions that the projects install next to the packages: the majors that a new project gets. */
const TOOLS = [
  'vite@7',
  '@vitejs/plugin-vue@6',
  'typescript@5.9',
  'react@19',
  '@types/react@19',
  'vue@3',
  'vue-tsc@3',
];

const STRICT = { strict: true, noEmit: true, skipLibCheck: false, types: [] };
const VITE = { ...STRICT, target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler' };
const LIBRARIES = ['ES2022', 'DOM', 'DOM.Iterable'];

const WIDGET = `base-url="https://chat.example" tenant-id="0198" public-key="pk_1"`;

/** A file's path in the folder of the project, and what is in it. @type {Record<string, string>} */
const FILES = {
  'react/tsconfig.json': JSON.stringify({
    compilerOptions: { ...VITE, lib: LIBRARIES, jsx: 'react-jsx' },
    include: ['.'],
  }),
  'react/index.html': '<script type="module" src="./page.tsx"></script>',
  'react/page.tsx': `import { useRef } from 'react';
import type { ChatRelayWidget } from '@chat-relay/widget-sdk/react';
import '@chat-relay/widget-sdk/react';

export function Page() {
  const widget = useRef<ChatRelayWidget>(null);
  return (
    <>
      <button onClick={() => widget.current?.open()}>Chat</button>
      <chat-relay-widget ref={widget} ${WIDGET} theme="dark" />
      {/* @ts-expect-error there is no such side */}
      <chat-relay-widget position="middle" />
    </>
  );
}
console.log(Page);
`,
  'vue/tsconfig.json': JSON.stringify({
    compilerOptions: { ...VITE, lib: LIBRARIES, jsx: 'preserve', jsxImportSource: 'vue' },
    vueCompilerOptions: { strictTemplates: true },
    include: ['.'],
  }),
  'vue/index.html': '<script type="module" src="./page.ts"></script>',
  'vue/page.ts': `import Page from './page.vue';
console.log(Page);
`,
  'vue/page.vue': `<script setup lang="ts">
import '@chat-relay/widget-sdk/vue';
</script>

<template>
  <chat-relay-widget ${WIDGET} theme="dark" />
  <!-- @vue-expect-error there is no such side -->
  <chat-relay-widget position="middle" />
</template>
`,
  'vue/vite.config.mjs': `import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag === 'chat-relay-widget';
export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
`,
  'old/tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...STRICT,
      target: 'ES2020',
      module: 'commonjs',
      moduleResolution: 'node10',
      lib: LIBRARIES,
    },
    include: ['.'],
  }),
  'old/page.ts': `import { createChat, type Chat } from '@chat-relay/widget-sdk';
import { ChatRelayWidget } from '@chat-relay/widget-sdk/widget';

export const chat: Chat = createChat({ baseUrl: 'https://chat.example', tenantId: '', publicKey: '' });
export const widget = ChatRelayWidget;
`,
  'old/require.cjs': `const { createChat } = require('@chat-relay/widget-sdk');
const { ChatRelayWidget } = require('@chat-relay/widget-sdk/widget');
if (typeof createChat !== 'function' || typeof ChatRelayWidget !== 'function') process.exit(1);
`,
};

/**
 * Type-checks and builds a Vite project with React and one with Vue, and a project of CommonJS, with the installed
 * packages.
 * @param {{ folder: string, env: NodeJS.ProcessEnv }} options `folder`: where the packages are installed
 */
export async function buildInFrameworks({ folder, env }) {
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  await step('install React, Vue, Vite and TypeScript', () =>
    runQuietly('npm', ['install', '--no-audit', '--no-fund', '--save-dev', ...TOOLS], {
      cwd: folder,
      env,
    }),
  );
  /** @param {string} program @param {string[]} args */
  const run = (program, ...args) =>
    runQuietly('npx', ['--no-install', program, ...args], { cwd: folder, env });
  await step('type-check and build a Vite project with React', async () => {
    await run('tsc', '-p', 'react');
    await run('vite', 'build', 'react');
  });
  await step('type-check and build a Vite project with Vue', async () => {
    await run('vue-tsc', '-p', 'vue');
    await run('vite', 'build', 'vue');
  });
  await step('type-check and run a project of CommonJS', async () => {
    await run('tsc', '-p', 'old');
    const flags = ['--no-experimental-require-module', 'old/require.cjs'];
    await runQuietly('node', flags, { cwd: folder, env });
  });
}
