import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { RootScreenProps } from '../../engine/host.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PickerList } from '../../ui/list-picker/PickerList.tsx'
import { usePicker } from './usePicker.ts'

/** The same list in a dialog: 60 % of the window up to 500 px, the whole screen of a phone. */
export function DialogPicker(props: RootScreenProps) {
  const { t } = useLingui()
  const { title, items, pick, leave } = usePicker(props)
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    leave()
  }
  return (
    <Dialog
      open={open}
      title={title}
      width="min(60vw, 500px)"
      onClose={close}
      actions={
        <Button kind={pick ? 'plain' : 'primary'} onClick={close}>
          {pick ? t`Cancel` : t`OK`}
        </Button>
      }
    >
      <div
        style={{ display: 'flex', flexDirection: 'column', height: 'max(16rem, calc(100dvh - 16rem))', maxHeight: '34rem', paddingTop: 4 }}
      >
        <PickerList items={items} onPick={pick} />
      </div>
    </Dialog>
  )
}
