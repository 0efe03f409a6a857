import { chakra } from '../../../ui/chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Icon, type IconName } from '../../../ui/controls/Icon.tsx'
import type { MenuEntry } from './runAction.ts'
import * as controls from '../../../ui/controls/controls.module.css'

const List = chakra('ul', { base: { display: 'grid', gap: '2', listStyle: 'none', margin: '0', padding: '0', paddingBlock: '1' } })
/** Returns the icon for the target of a link. */
function iconOf(action: string): IconName {
  if (action.startsWith('share:')) return 'share'
  if (action.startsWith('open:') || /^https?:/.test(action)) return 'globe'
  if (/^(?:rpc|post|patch|action):/.test(action)) return 'send'
  return 'chevronRight'
}

export interface ActionMenuProps {
  readonly entries: readonly MenuEntry[]
  readonly onChoose: (entry: MenuEntry | undefined) => void
}

/** The menu of the message `actions`; full width on a phone, for gloves. */
export function ActionMenu({ entries, onChoose }: ActionMenuProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      title={t`What do you want to do?`}
      width={420}
      fullBelow={0}
      onClose={() => onChoose(undefined)}
      actions={<Button onClick={() => onChoose(undefined)}>{t`Cancel`}</Button>}
    >
      <List>
        {entries.map((entry) => (
          <li key={`${entry.title} ${entry.action}`}>
            <button className={controls.menuRow} data-framed="" type="button" onClick={() => onChoose(entry)}>
              <Icon name={iconOf(entry.action)} size={20} />
              {entry.title}
            </button>
          </li>
        ))}
      </List>
    </Dialog>
  )
}
