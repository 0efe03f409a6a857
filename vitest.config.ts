import { availableParallelism } from 'node:os'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { dataModules } from './scripts/dataModules.ts'
import { kitStyles } from './scripts/kit-styles.ts'
import { engineArgs } from './tests/harness/engineArgs.ts'
import { macros } from './vite.config.ts'

const plugins = [kitStyles(), react(), macros(), lingui()]
const pdfTools = [
  ['/pdfjs/1/standard_fonts/FoxitDingbats.pfb', 800_000],
  ['/pdfjs/1/wasm/openjpeg.wasm', 400_000],
  ['/pdfjs/1/wasm/quickjs-eval.js', 500_000],
]
const define = { __APP_VERSION__: '"test"', __PDF_TOOLS__: JSON.stringify(pdfTools) }

/** These replace a module of Node.js, so no other file may share their process. */
const replacesModules = ['server/storage/embedded/durableFileSystem.test.ts']

export default defineConfig({
  test: {
    // Vitest leaves one core idle; with two cores that is half the machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        plugins,
        define,
        test: {
          name: 'app',
          include: ['src/**/*.test.tsx', 'src/{app,features,ui}/**/*.test.ts', 'tests/flows/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        plugins,
        define,
        test: {
          // Tests without a DOM: a document for each of these files would take a fifth of their time.
          name: 'rules',
          include: ['src/{answers,engine,fields,lib,pdf,store,sync}/**/*.test.ts', 'contract/**/*.test.ts'],
          // The files share the modules of their process, as those of the server do.
          isolate: false,
          environment: 'node',
          setupFiles: ['tests/setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        plugins: [dataModules()],
        test: {
          name: 'server',
          execArgv: [...engineArgs],
          include: ['server/**/*.test.ts', 'tests/{abuse,architecture,backup,scripts}/**/*.test.ts', 'e2e/harness/*.test.ts'],
          exclude: replacesModules,
          // The files share the modules of their process: to load the server anew for each would take longer than its tests.
          isolate: false,
          environment: 'node',
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'replaced',
          execArgv: [...engineArgs],
          include: replacesModules,
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
