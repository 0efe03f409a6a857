import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { CodeScanner } from '../../ui/code-camera/CodeScanner.tsx'
import { readsBarcodes } from '../../ui/code-camera/makeReader.ts'
import { Button } from '../../ui/controls/Button.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

interface ScanDialogProps {
  readonly title: string
  readonly open: boolean
  readonly onCode: (text: string) => void
  readonly onClose: () => void
}

/** Reads one code, and says so when this browser reads QR codes alone. */
export function ScanDialog({ title, open, onCode, onClose }: ScanDialogProps) {
  const { t } = useLingui()
  const [hasBarcodes, setHasBarcodes] = useState(true)
  useEffect(() => {
    if (open) void readsBarcodes().then(setHasBarcodes)
  }, [open])
  return (
    <Dialog
      title={title || t`Scan`}
      open={open}
      kind="generic"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Type it instead`}</Button>}
    >
      {open ? <CodeScanner kind="any" startsAtOnce onCode={onCode} /> : null}
      {hasBarcodes ? null : (
        <p className={controls.hint}>{t`This browser reads QR codes. Type the number that is printed under a barcode.`}</p>
      )}
    </Dialog>
  )
}
