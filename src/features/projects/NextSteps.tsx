import { useLingui } from '@lingui/react/macro'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import type { Laid } from '../../store/outbox/useChangesOver.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { newProjectKey } from './createProject.ts'
import * as styles from './projects.module.css'

/**
 * Leads on from the project that the person created last: to its bots, people and lists, until they dismiss
 * it. Shown once the server has the project, because those screens need it.
 */
export function NextSteps({ laid }: { readonly laid: readonly Laid<Project>[] }) {
  const { t } = useLingui()
  const [created, setCreated] = usePreference(newProjectKey(useOwner()))
  const found = laid.find(({ row }) => row.id === created)
  if (!found || found.pending || found.row.model.archived) return null
  const { id, model } = found.row
  const { name } = model
  return (
    <Notice level="success">
      <div className={styles.head}>
        <strong>{t`Next steps for ${name}`}</strong>
        <div className={styles.tags}>
          <LinkButton kind="primary" icon="plus" href={`/team/${id}/automations`}>{t`Add bots`}</LinkButton>
          <LinkButton icon="people" href={`/teams/${id}`}>{t`Add people`}</LinkButton>
          <LinkButton icon="list" href={`/teams/${id}/lists`}>{t`Project lists`}</LinkButton>
          <Button kind="quiet" icon="close" onClick={() => setCreated(undefined)}>
            {t`Dismiss`}
          </Button>
        </div>
      </div>
    </Notice>
  )
}
