import { Dialog } from '../overlays/Dialog.tsx'
import { useNarrow } from '../layout/useNarrow.ts'
import { PickerActions } from './PickerActions.tsx'
import { PickerBody } from './PickerBody.tsx'
import type { OnPick, PickConfig } from './pickItem.ts'
import { usePickerTitle } from './usePickerTitle.ts'
import { usePicking } from './usePicking.ts'

export interface ListPickerProps {
  readonly config: PickConfig
  readonly onPick: OnPick
  readonly onCancel: () => void
}

/**
 * A list to search and pick from, in a dialog; full screen on a phone. It is rendered while open: the caller
 * unmounts it in `onPick` and `onCancel`.
 */
export function ListPickerDialog({ config, onPick, onCancel }: ListPickerProps) {
  const picking = usePicking(config, onPick)
  const full = useNarrow(500)
  return (
    <Dialog
      open
      title={usePickerTitle(config)}
      width={config.size === 'catalogue' ? 670 : 'min(60vw, 500px)'}
      onClose={onCancel}
      actions={<PickerActions config={config} picking={picking} onCancel={onCancel} />}
    >
      <PickerBody config={config} picking={picking} height={full ? 'fill' : 'fit'} />
    </Dialog>
  )
}
