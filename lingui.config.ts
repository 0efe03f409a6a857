import { defineConfig } from '@lingui/cli'
import extractor from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'
import { languages } from './contract/reference/languages.ts'
import { extractServerTexts } from './scripts/extractServerTexts.ts'

/**
 * Screens and parts that are not needed for the first paint: their texts are loaded with them
 * (src/app/i18n.ts, src/ui/withLazyTexts.ts).
 */
const later = [
  // All areas except those of the first paint and of the sign-in.
  '<rootDir>/src/features/!(forms|page|sign-in)/**',
  ...['actions/**', 'texts/**', 'AccountOverlay.tsx', 'PreferencesDialog.tsx'].map((part) => `<rootDir>/src/features/page/${part}`),
  ...[
    'chart/**',
    'code-camera/**',
    'list-picker/**',
    'table/**',
    'overlays/DiscardDialog.tsx',
    'overlays/Menu.tsx',
    'controls/SplitButton.tsx',
    'layout/StatusCard.tsx',
    'controls/TimePickerDialog.tsx',
  ].map((part) => `<rootDir>/src/ui/${part}`),
  ...['compact-table', 'field-mapping', 'lookup', 'search', 'time-picker'].map((family) => `<rootDir>/src/fields/${family}/*Field.tsx`),
  '<rootDir>/src/answers/**',
  '<rootDir>/src/fields/*/answers.ts',
  '<rootDir>/src/tables/**',
  '<rootDir>/src/pricing/**',
  '<rootDir>/src/app/showBlocked.ts',
  '<rootDir>/src/app/ClockStrip.tsx',
  '<rootDir>/src/app/routes/Console.tsx',
  '<rootDir>/src/fields/mobile/MobilePiiField.tsx',
  '<rootDir>/src/fields/staff/Staff*.tsx',
  // All except rules.ts, because the form needs its texts at once.
  ...['arrays', 'body-map', 'chat', 'checklist', 'scan'].map((family) => `<rootDir>/src/fields/${family}/!(rules).{ts,tsx}`),
  // The message of a wrong position needs its control, which brings the texts.
  '<rootDir>/src/fields/position/**',
  '<rootDir>/src/fields/pages/**',
  '<rootDir>/src/features/forms/drafts/**',
  '<rootDir>/src/features/forms/drawn/**',
  '<rootDir>/src/features/forms/LongLists.tsx',
  ...['fields/pdf', 'fields/treeview', 'fields/video', 'ui/pdf-pages', 'ui/watched'].map((part) => `<rootDir>/src/${part}/**`),
]

/** The pages of a sign-in: a first visit waits for their texts, but not for those of all other screens. */
const signIn = ['<rootDir>/src/features/sign-in/**']

export default defineConfig({
  sourceLocale: 'en',
  locales: Object.keys(languages),
  fallbackLocales: { 'en-au': 'en' },
  catalogs: [
    { path: '<rootDir>/locales/{locale}/first', include: ['<rootDir>/src'], exclude: [...later, ...signIn, '**/*.test.*'] },
    { path: '<rootDir>/locales/{locale}/sign-in', include: signIn, exclude: ['**/*.test.*'] },
    { path: '<rootDir>/locales/{locale}/later', include: later, exclude: ['**/*.test.*'] },
    {
      path: '<rootDir>/locales/{locale}/server',
      include: ['<rootDir>/server', '<rootDir>/contract/rules/talks'],
      exclude: ['**/*.test.*'],
    },
  ],
  extractors: [extractServerTexts, extractor],
  format: formatter({ lineNumbers: false }),
})
