import { useLingui } from '@lingui/react/macro'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { InviteLink, useInviteLink } from './InviteLink.tsx'

/** Invites a Worker by a link: people on site scan it, and need neither an e-mail nor an account (decision OQ-218). */
export function AddWorker({ project, refresh }: { readonly project: Project; readonly refresh: () => Promise<void> }) {
  const { t } = useLingui()
  const online = useOnline()
  const { link, make, clear } = useInviteLink(project, refresh)
  return (
    <>
      <Button icon="people" disabled={!online} onClick={() => make('Worker')}>
        {t`Add Worker`}
      </Button>
      {link !== undefined && <InviteLink link={link} onClose={clear} />}
    </>
  )
}
