import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Screens and parts that nobody needs for the first paint: their texts are loaded with them (src/app/i18n.ts, src/ui/laterTexts.ts). */
const later = [
  ...['demo', 'outbox', 'picker', 'playground', 'records', 'sign-in', 'tasks'].map((area) => `<rootDir>/src/features/${area}/**`),
  '<rootDir>/src/ui/list-picker/**',
]

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'en-au', 'es', 'pt'],
  fallbackLocales: { 'en-au': 'en' },
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: [...later, '**/*.test.*'] },
    { path: '<rootDir>/src/locales/later/{locale}', include: later, exclude: ['**/*.test.*'] },
  ],
  format: formatter({ lineNumbers: false }),
})
