import { useLingui } from '@lingui/react/macro'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { PickerList } from './PickerList.tsx'
import type { OnPick, PickConfig } from './pickItem.ts'

export interface ListPickerProps {
  readonly config: PickConfig
  readonly onPick: OnPick
  readonly onCancel: () => void
}

/** A list to search and pick from, in a dialog; the whole screen of a phone. Drawn while open: the caller takes it away in `onPick` and `onCancel`. */
export function ListPickerDialog({ config, onPick, onCancel }: ListPickerProps) {
  const { t } = useLingui()
  const { title, items, informational } = config
  const count = items.length
  const options = count === 1 ? t`1 option` : t`${count} options`
  return (
    <Dialog
      open
      title={title ? t`Pick a ${title}` : `${t`Pick an Item`} (${options})`}
      width="min(60vw, 500px)"
      onClose={onCancel}
      actions={
        <Button kind={informational ? 'primary' : 'plain'} onClick={onCancel}>
          {informational ? t`OK` : t`Cancel`}
        </Button>
      }
    >
      <div
        style={{ display: 'flex', flexDirection: 'column', height: 'max(16rem, calc(100dvh - 16rem))', maxHeight: '34rem', paddingTop: 4 }}
      >
        <PickerList items={items} onPick={informational ? undefined : (item) => void onPick([item])} />
      </div>
    </Dialog>
  )
}
