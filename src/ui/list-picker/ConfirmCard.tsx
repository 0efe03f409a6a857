import { useLingui } from '@lingui/react/macro'
import { Button } from '../controls/Button.tsx'
import { Markdown } from '../data/Markdown.tsx'
import type { PickConfig } from './pickItem.ts'
import type { Picking } from './usePicking.ts'
import * as styles from './listPicker.module.css'

/** Names that are listed; the rest is a number. */
const mostNames = 6

/** The selected items, their purpose, and the confirm button (spec/1 §4.10). */
export function ConfirmCard({ config, picking }: { readonly config: PickConfig; readonly picking: Picking }) {
  const { t } = useLingui()
  const { multiSelect, instructions } = config
  const { chosen, confirm, busy } = picking
  const count = chosen.size
  const names = [...chosen.values()].slice(0, mostNames).map(({ label }) => label)
  const rest = count - names.length
  return (
    <section className={styles.card} aria-label={t`Your choice`}>
      {instructions ? <Markdown text={instructions} /> : null}
      {count > 0 ? <p className={styles.chosen}>{rest > 0 ? t`${names.join(', ')} and ${rest} more` : names.join(', ')}</p> : null}
      <Button kind="primary" full disabled={count === 0} busy={busy} onClick={confirm}>
        {multiSelect ? t`Select ${count}` : t`Select`}
      </Button>
    </section>
  )
}
