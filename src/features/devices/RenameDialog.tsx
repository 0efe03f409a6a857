import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type Device, longestDeviceName } from '../../../contract/endpoints/devices.ts'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { NotSaved, queue } from '../../store/outbox/queue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Queues a change of a device in the outbox. `title` is its name there. Resolves to false if it could not be
 * stored.
 */
export async function changeOf(device: Device, payload: Readonly<Record<string, unknown>>, title: string): Promise<boolean> {
  try {
    await queue(patchRecord, { '*': `devices/${device.key}` }, { payload }, { baseRev: device.rev, title })
    return true
  } catch (error) {
    if (!(error instanceof NotSaved)) throw error
    toast(error.message, 'error')
    return false
  }
}

export function RenameDialog({ device, name, onClose }: { readonly device: Device; readonly name: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(name)
  const [missing, setMissing] = useState(false)
  const save = async () => {
    const next = typed.trim()
    if (next === '') {
      setMissing(true)
      return
    }
    if (next !== name) {
      if (!(await changeOf(device, { name: next }, next))) return
      toast(t`Device Updated`, 'success')
    }
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <Dialog
      open
      title={t`Rename device`}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={save}>{t`Save`}</Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <TextField
          label={t`Name`}
          error={missing && t`A device needs a name.`}
          data-autofocus
          maxLength={longestDeviceName}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setMissing(false)
          }}
        />
      </form>
    </Dialog>
  )
}
