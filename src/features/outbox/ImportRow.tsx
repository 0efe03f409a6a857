import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { importOutbox } from '../../store/outbox/queue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ListRow } from '../../ui/layout/RowList.tsx'
import { Small } from './OutboxSection.tsx'

/** Takes in a file with the unsent work of this or another device; `mayImportOthers` also that of another person. */
export function ImportRow({ mayImportOthers }: { readonly mayImportOthers: boolean }) {
  const { t } = useLingui()
  const chosen = useRef<HTMLInputElement>(null)

  const takeIn = async (file: File) => {
    try {
      const taken = await importOutbox(file, mayImportOthers)
      if (taken === 'notYours') toast(t`This file contains work of another person. That person or an administrator can import it.`, 'error')
      else toast(taken === 0 ? t`Everything in this file is here already or has been sent.` : t`Imported: ${taken}`, 'success')
    } catch {
      toast(t`This file is damaged or was not exported by Muster. Nothing was imported.`, 'error')
    }
  }

  return (
    <ListRow>
      <div>
        <strong>{t`Work of another device`}</strong>
        <Small>
          <Trans>Imports a file that was exported here or elsewhere, and sends what has not arrived.</Trans>
        </Small>
      </div>
      <Button icon="archive" onClick={() => chosen.current?.click()}>
        {t`Import`}
      </Button>
      <input
        ref={chosen}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={t`Import`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void takeIn(file)
        }}
      />
    </ListRow>
  )
}
