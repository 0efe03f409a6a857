import { defineSemanticTokens, defineTokens } from '@chakra-ui/react/styled-system'
import { durations, easings } from '../motion/durations.ts'

const time = (duration: number) => ({ value: `${duration}ms` })
const curve = (points: readonly number[]) => ({ value: `cubic-bezier(${points.join(', ')})` })

/** Raw values. Screens never use these; they use the semantic tokens below. */
export const tokens = defineTokens({
  colors: {
    white: { value: '#ffffff' },
    black: { value: '#000000' },
    slate: {
      50: { value: '#f8fafc' },
      100: { value: '#f1f5f9' },
      200: { value: '#e2e8f0' },
      300: { value: '#cbd5e1' },
      400: { value: '#94a3b8' },
      500: { value: '#64748b' },
      600: { value: '#475569' },
      700: { value: '#334155' },
      800: { value: '#1e293b' },
      900: { value: '#0f172a' },
      950: { value: '#080e1a' },
    },
    orange: {
      50: { value: '#fff5ec' },
      100: { value: '#ffe6d2' },
      300: { value: '#ffb27a' },
      400: { value: '#ff8f3f' },
      500: { value: '#ff7a1a' },
      600: { value: '#ea6207' },
      700: { value: '#b94705' },
      800: { value: '#8f3505' },
      950: { value: '#3a1602' },
    },
  },
  fonts: {
    body: { value: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" },
    mono: { value: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, monospace" },
  },
  fontSizes: {
    xs: { value: '0.8125rem' },
    sm: { value: '0.9375rem' },
    md: { value: '1rem' },
    lg: { value: '1.125rem' },
    xl: { value: '1.375rem' },
    '2xl': { value: '1.75rem' },
    '3xl': { value: '2.125rem' },
    code: { value: '1.5rem' },
  },
  fontWeights: {
    normal: { value: 400 },
    medium: { value: 500 },
    semibold: { value: 600 },
    bold: { value: 700 },
  },
  lineHeights: { tight: { value: 1.2 }, snug: { value: 1.35 }, normal: { value: 1.5 } },
  letterSpacings: { tight: { value: '-0.017em' }, wide: { value: '0.01em' } },
  spacing: {
    0.5: { value: '0.125rem' },
    1: { value: '0.25rem' },
    1.5: { value: '0.375rem' },
    2: { value: '0.5rem' },
    3: { value: '0.75rem' },
    4: { value: '1rem' },
    5: { value: '1.25rem' },
    6: { value: '1.5rem' },
    8: { value: '2rem' },
    10: { value: '2.5rem' },
    12: { value: '3rem' },
    16: { value: '4rem' },
  },
  sizes: {
    /** The minimum height of controls that people press with gloves on a form. */
    target: { value: '3rem' },
    /** Compact controls of the console; never on a site screen. */
    desk: { value: '2.25rem' },
    bar: { value: '3.5rem' },
    /** A column of readable width: forms, tasks, outbox. */
    column: { value: '42rem' },
    /** Tables and lists on a desktop. */
    desktop: { value: '72rem' },
    full: { value: '100%' },
  },
  radii: {
    sm: { value: '6px' },
    md: { value: '10px' },
    lg: { value: '14px' },
    xl: { value: '20px' },
    full: { value: '999px' },
  },
  durations: { fast: time(durations.fast), moderate: time(durations.moderate), slow: time(durations.slow) },
  easings: { out: curve(easings.out), in: curve(easings.in) },
  zIndex: { bar: { value: 10 }, toast: { value: 60 } },
})

const by = (base: string, dark: string, sun: string) => ({ value: { base, _dark: dark, _sun: sun } })

/** The tokens that screens use. Light and dark meet WCAG AA (4.5:1), sun meets AAA (7:1) on white. */
export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      page: by('{colors.slate.50}', '#0b1220', '{colors.white}'),
      surface: by('{colors.white}', '#131c2e', '{colors.white}'),
      sunken: by('{colors.slate.100}', '#0e1626', '#eef0f3'),
      hover: by('{colors.slate.100}', '#1d283c', '#e6e8ec'),
      bar: by('{colors.white}', '#131c2e', '{colors.white}'),
      overlay: by('rgb(15 23 42 / 0.5)', 'rgb(2 6 14 / 0.66)', 'rgb(0 0 0 / 0.7)'),
      inverted: by('{colors.slate.900}', '{colors.slate.100}', '{colors.black}'),
    },
    fg: {
      default: by('{colors.slate.900}', '#eef2f8', '{colors.black}'),
      muted: by('{colors.slate.600}', '#aab6c8', '#1b2330'),
      subtle: by('#5b697d', '#8e9cb1', '#2b3442'),
      inverted: by('{colors.white}', '{colors.slate.900}', '{colors.white}'),
      onAccent: by('{colors.slate.900}', '{colors.slate.950}', '{colors.black}'),
    },
    border: {
      default: by('{colors.slate.200}', '#263247', '#4a5361'),
      /** Borders that identify a control: 3:1 or more. */
      strong: by('#7c8aa0', '#66758d', '{colors.black}'),
    },
    accent: {
      solid: by('{colors.orange.500}', '{colors.orange.400}', '{colors.orange.400}'),
      hover: by('{colors.orange.400}', '{colors.orange.300}', '{colors.orange.300}'),
      press: by('{colors.orange.600}', '{colors.orange.500}', '{colors.orange.500}'),
      text: by('{colors.orange.700}', '{colors.orange.400}', '#6b2600'),
      subtle: by('{colors.orange.50}', '#2c1d12', '{colors.orange.100}'),
    },
    focus: by('#b94705', '#ff8f3f', '{colors.black}'),
    status: {
      saved: { DEFAULT: by('#1d4fd7', '#8ab4ff', '#0b2a8c'), bg: by('#edf3ff', '#14233f', '#e3ecff') },
      sending: { DEFAULT: by('#6a2bc9', '#c4a5ff', '#44108f'), bg: by('#f5f0ff', '#251a3d', '#efe6ff') },
      sent: { DEFAULT: by('#11713c', '#6fd69a', '#00471f'), bg: by('#eaf8f0', '#10291d', '#dcf5e6') },
      needsYou: { DEFAULT: by('#b42318', '#ff9d92', '#7a0c05'), bg: by('#fef1f0', '#351816', '#ffe4e1') },
    },
    warning: { DEFAULT: by('#8a5300', '#f5c065', '#573300'), bg: by('#fff8e8', '#2c2210', '#fff0cc') },
    danger: { solid: by('#b42318', '#d5493d', '#7a0c05'), hover: by('#952017', '#c03b30', '#5f0903') },
  },
  shadows: {
    card: by('0 1px 2px rgb(15 23 42 / 0.05), 0 0 0 1px rgb(15 23 42 / 0.06)', '0 0 0 1px rgb(148 163 184 / 0.16)', '0 0 0 2px #000000'),
    raised: by(
      '0 2px 4px rgb(15 23 42 / 0.06), 0 8px 24px rgb(15 23 42 / 0.09), 0 0 0 1px rgb(15 23 42 / 0.05)',
      '0 8px 24px rgb(0 0 0 / 0.45), 0 0 0 1px rgb(148 163 184 / 0.2)',
      '0 0 0 2px #000000',
    ),
    dialog: by(
      '0 24px 64px rgb(15 23 42 / 0.28), 0 0 0 1px rgb(15 23 42 / 0.06)',
      '0 24px 64px rgb(0 0 0 / 0.6), 0 0 0 1px rgb(148 163 184 / 0.22)',
      '0 0 0 3px #000000',
    ),
  },
})
