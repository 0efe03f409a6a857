import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { Spinner } from './Spinner.tsx'
import { useAfter } from '../useAfter.ts'

/** A screen that loads shows a placeholder only after this time, ms (spec/1 §9). */
export const fillDelay = 50

const Block = chakra('div', {
  base: {
    borderRadius: 'md',
    bg: 'border.default',
    '@media (prefers-reduced-motion: no-preference)': { animation: 'm-pulse 1.4s ease-in-out infinite' },
  },
})
const Line = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '2', color: 'fg.muted' } })
const Stack = chakra('div', { base: { display: 'grid', gap: '4', paddingBlock: '2' } })

/** A spinner, "Loading...", and a placeholder in the shape of the content, after 50 ms. */
export function Skeleton({ rows = 3, height = '4.5rem' }: { readonly rows?: number; readonly height?: string }) {
  const { t } = useLingui()
  const late = useAfter(fillDelay)
  if (!late) return null
  return (
    <Stack role="status" data-skeleton>
      <Line>
        <Spinner size={20} />
        {t`Loading...`}
      </Line>
      {Array.from({ length: rows }, (_, index) => (
        <Block key={index} style={{ height: index === 0 ? '2rem' : height, width: index === 0 ? '55%' : '100%' }} />
      ))}
    </Stack>
  )
}
