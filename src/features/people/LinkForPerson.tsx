import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { linkPerson } from '../../../contract/endpoints/people/listPeople.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkToHandOver } from '../../ui/data/LinkToHandOver.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useAct } from './useAct.ts'

interface Link {
  readonly link: string
  readonly minutes: number
}

/** Makes a link that signs a person in once, and shows it until the dialog closes. */
export function LinkForPerson({ uid, name }: { readonly uid: string; readonly name: string }) {
  const { t } = useLingui()
  const { busy, act } = useAct()
  const [made, setMade] = useState<Link>()
  const make = async () => {
    const text = t`Make a sign-in link for ${name}? Anyone who opens it signs in as ${name}. The audit log records it.`
    if (!(await confirmDialog({ text, ok: t`Make link` }))) return
    await act(async () => setMade(await ask(linkPerson, { uid }, {})), t`The link is ready`)
  }
  return (
    <>
      <Button size="desk" busy={busy} aria-label={t`Sign-in link for ${name}`} onClick={() => void make()}>
        {t`Sign-in link`}
      </Button>
      {made && <ShownLink name={name} made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

function ShownLink({
  name,
  made: { link, minutes },
  onClose,
}: {
  readonly name: string
  readonly made: Link
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      kind="generic"
      title={t`Sign-in link for ${name}`}
      onClose={onClose}
      actions={<Button kind="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <p>
        <Trans>
          {name} scans the code or opens the link within {minutes} minutes. It works once, and is shown only now. Do not give it to anyone
          else.
        </Trans>
      </p>
      <LinkToHandOver link={link} code={t`QR code with the sign-in link for ${name}`} label={t`Link`} />
    </Dialog>
  )
}
