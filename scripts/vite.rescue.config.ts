import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The rescue page: a separate build, so that an error in the app cannot prevent it from opening. */
export default defineConfig({
  root: fileURLToPath(new URL('../src/rescue', import.meta.url)),
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: 'es2020',
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('../src/rescue/rescue.html', import.meta.url)),
      output: { entryFileNames: 'assets/[hash:7].js', codeSplitting: false },
    },
  },
})
