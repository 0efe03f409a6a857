import { defineConfig } from 'vite'
import { dataModules } from './dataModules.ts'

/**
 * The server as one bundle of its own code. Packages stay in node_modules, except date-fns: each of its functions
 * is a file, and a start would read forty of them.
 */
export default defineConfig({
  publicDir: false,
  plugins: [dataModules()],
  ssr: { noExternal: [/^(?:@date-fns\/|date-fns(?:\/|$))/] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        snapshot: 'scripts/snapshot.ts',
        'pdf-reader': 'server/adapters/pdf-reader/thread.ts',
        'table-reader': 'server/adapters/table-reader/thread.ts',
        'picture-page': 'server/adapters/picture-page/thread.ts',
        'text-reader': 'server/adapters/text-reader/embedded/process.ts',
        'database-worker': 'server/storage/embedded/worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].chunk.js' },
    },
  },
})
