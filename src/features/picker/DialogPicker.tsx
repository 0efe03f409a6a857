import { useState } from 'react'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { ListPickerDialog } from '../../ui/list-picker/ListPickerDialog.tsx'
import { PickerFrame } from './PickerFrame.tsx'

/** The same list in a dialog: 60 % of the window up to 500 px, full screen on a phone. */
export function DialogPicker(props: RootScreenProps) {
  const [open, setOpen] = useState(true)
  if (!open) return null
  return (
    <PickerFrame {...props}>
      {({ config, pick, leave }) => (
        <ListPickerDialog
          config={config}
          onPick={pick}
          onCancel={() => {
            setOpen(false)
            leave()
          }}
        />
      )}
    </PickerFrame>
  )
}
