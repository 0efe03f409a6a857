import { defineConfig } from 'vite'
import { dataModules } from './dataModules.ts'

/** The server as one bundle of its own code; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  plugins: [dataModules()],
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
        'picture-page': 'server/adapters/picture-page/thread.ts',
        'database-worker': 'server/storage/embedded/worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].chunk.js' },
    },
  },
})
