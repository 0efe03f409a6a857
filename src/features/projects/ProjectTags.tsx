import { useLingui } from '@lingui/react/macro'
import type { Project } from '../../../contract/endpoints/projects.ts'
import * as styles from './projects.module.css'

/** The facts about a project at a glance; `plain` omits those that its row already shows. */
export function ProjectTags({ project, plain = false }: { readonly project: Project; readonly plain?: boolean }) {
  const { t } = useLingui()
  const { model, billingAccount } = project
  return (
    <span className={styles.tags} style={plain ? { display: 'inline-flex' } : undefined}>
      {model.archived && (
        <span className={styles.tag} data-level="archived">
          {t`Archived`}
        </span>
      )}
      {model.isTemplate && <span className={styles.tag}>{t`Template`}</span>}
      {!plain && (
        <span className={styles.tag} data-level={billingAccount ? undefined : 'trial'}>
          {billingAccount?.name ?? t`Free Trial`}
        </span>
      )}
    </span>
  )
}
