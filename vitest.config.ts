import { availableParallelism } from 'node:os'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { dataModules } from './scripts/dataModules.ts'
import { kitStyles } from './scripts/kit-styles.ts'
import { engineArgs } from './tests/harness/engineArgs.ts'
import { LongFirst } from './tests/harness/longFirst.ts'
import { macros } from './vite.config.ts'

const plugins = [kitStyles(), react(), macros(), lingui()]
const pdfTools = [
  ['/pdfjs/1/standard_fonts/FoxitDingbats.pfb', 800_000],
  ['/pdfjs/1/wasm/openjpeg.wasm', 400_000],
  ['/pdfjs/1/wasm/quickjs-eval.js', 500_000],
  ['/pdfjs/muster-1/fonts/cjk.ttf', 1_500_000],
]
/** Vitest empties the object that it gets: each project needs its own. */
const define = { __APP_VERSION__: '"test"', __PDF_TOOLS__: JSON.stringify(pdfTools) }

/** Files with tests that replace a module (`vi.mock`): no other file may share their process. */
const alone = {
  rules: ['contract/forms/lintSettings.test.ts'],
  server: [
    'server/adapters/files/disk/flush.test.ts',
    'server/storage/embedded/durableFileSystem.test.ts',
    'tests/backup/backupWithoutRoom.test.ts',
  ],
}

/** The screens, in a document. Each file has its process: screens keep state in modules and in the document. */
const app = {
  include: ['src/**/*.test.tsx', 'src/{app,features,ui}/**/*.test.ts', 'tests/flows/**/*.test.{ts,tsx}'],
  environment: 'jsdom',
  setupFiles: ['tests/setup.ts'],
  testTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  hookTimeout: 120_000,
}

/** Tests without a DOM: a document for each of these files would take a fifth of their time. */
const rules = {
  include: ['src/{answers,engine,fields,lib,pdf,store,sync}/**/*.test.ts', 'contract/**/*.test.ts'],
  environment: 'node',
  setupFiles: ['tests/setup.ts'],
  testTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

const server = {
  execArgv: [...engineArgs],
  include: ['server/**/*.test.ts', 'tests/{abuse,architecture,backup,deploy,scripts}/**/*.test.ts', 'e2e/harness/*.test.ts'],
  environment: 'node',
  testTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    // Vitest leaves one core idle; with two cores that is half the machine.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFirst },
    // Files without a DOM share the modules of their process: loading these again for each takes longer than its tests.
    // They run in the order of their names, so the last files of a run share their process too.
    projects: [
      { plugins, define: { ...define }, test: { name: 'alone-rules', ...rules, include: alone.rules } },
      { test: { name: 'alone-server', ...server, include: alone.server } },
      { plugins, define: { ...define }, test: { name: 'app', ...app } },
      { plugins, define: { ...define }, test: { name: 'rules', ...rules, exclude: alone.rules, isolate: false } },
      { plugins: [dataModules()], test: { name: 'server', ...server, exclude: alone.server, isolate: false } },
    ],
  },
})
