import { useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { getProject } from '../../../contract/endpoints/projects.ts'
import { projectLists } from '../../../contract/reference/projectLists.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import * as styles from './lists.module.css'
import { useListWords } from './useListWords.ts'

/** `/teams/{id}/lists`: the lists that the forms of a project offer. */
export function ProjectListsScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/console/teams/$id/lists' })
  const { titles, leads } = useListWords()
  const cached = useCached(getProject, { id })
  return (
    <Page width="desk" title={t`Project lists`} lead={cached.data?.model.name}>
      <Answered cached={cached}>
        {({ model }) => (
          <ul className={styles.links}>
            {projectLists.map((list) => (
              <li key={list}>
                <Link to="/teams/$id/lists/$list" params={{ id, list }}>
                  <strong>{titles[list]}</strong>
                  <span>{leads[list]}</span>
                </Link>
              </li>
            ))}
            <li>
              <Link to="/teams/$id" params={{ id }} activeOptions={{ exact: true }}>
                <strong>{t`Holidays`}</strong>
                <span>{t`The holiday calendar of the project. "Tomorrow" skips these days.`}</span>
              </Link>
            </li>
            {model.billingAccount && (
              <li>
                <Link to="/billing/$billingId/permitTypes" params={{ billingId: model.billingAccount }}>
                  <strong>{t`Certification Types`}</strong>
                  <span>{t`One list for all projects of the billing account.`}</span>
                </Link>
              </li>
            )}
          </ul>
        )}
      </Answered>
    </Page>
  )
}
