import { useLingui } from '@lingui/react/macro'
import { Button } from '../Button.tsx'
import { chakra } from '../chakra.ts'
import { Markdown } from '../Markdown.tsx'
import type { PickConfig } from './pickItem.ts'
import type { Picking } from './usePicking.ts'

const Card = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    marginTop: '2',
    padding: '3',
    borderRadius: 'md',
    border: '1px solid',
    borderColor: 'border.default',
    bg: 'bg.sunken',
  },
})
const Chosen = chakra('p', {
  base: { maxHeight: '2.9em', overflow: 'auto', overflowWrap: 'anywhere' },
})
/** Names that are spelled out; the rest is a number. */
const mostNames = 6

/** What was chosen, what it is for, and the button that takes it (spec/1 §4.10). */
export function ConfirmCard({ config, picking }: { readonly config: PickConfig; readonly picking: Picking }) {
  const { t } = useLingui()
  const { multiSelect, instructions } = config
  const { chosen, confirm, busy } = picking
  const count = chosen.size
  const names = [...chosen.values()].slice(0, mostNames).map(({ label }) => label)
  const rest = count - names.length
  return (
    <Card aria-label={t`Your choice`}>
      {instructions ? <Markdown text={instructions} /> : null}
      {count > 0 ? <Chosen>{rest > 0 ? t`${names.join(', ')} and ${rest} more` : names.join(', ')}</Chosen> : null}
      <Button kind="primary" full disabled={count === 0} busy={busy} onClick={confirm}>
        {multiSelect ? t`Select ${count}` : t`Select`}
      </Button>
    </Card>
  )
}
