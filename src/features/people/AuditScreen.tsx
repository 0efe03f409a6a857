import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type AuditEntry, directoryActor, listAudit } from '../../../contract/endpoints/people/listPeople.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { ListFoot, ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Small } from './PeopleScreen.tsx'

/** Who changed the access of people, newest first, for the managers of these people. */
export function AuditScreen() {
  const { t } = useLingui()
  const [before, setBefore] = useState<string>()
  const cached = useCached(listAudit, undefined, before === undefined ? {} : { before })
  return (
    <Page
      title={t`Audit log`}
      width="desk"
      lead={<Trans>Who changed the access of people in your projects. Entries are kept for two years, with the names of that time.</Trans>}
    >
      <Answered cached={cached}>
        {({ entries, more }) =>
          entries.length === 0 ? (
            <EmptyState title={t`Nothing recorded yet`} />
          ) : (
            <Card>
              <RowList words="14rem">
                {entries.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} />
                ))}
              </RowList>
              {(more || before !== undefined) && (
                <ListFoot>
                  {before !== undefined && <Button size="desk" onClick={() => setBefore(undefined)}>{t`Newest`}</Button>}
                  {more && <Button size="desk" onClick={() => setBefore(entries.at(-1)?.id)}>{t`Older`}</Button>}
                </ListFoot>
              )}
            </Card>
          )
        }
      </Answered>
      <div>
        <LinkButton href="/people" icon="back">{t`People`}</LinkButton>
      </div>
    </Page>
  )
}

function EntryRow({ entry: { at, what, actor, actorName, subjectName } }: { readonly entry: AuditEntry }) {
  const { t, i18n } = useLingui()
  const name = subjectName
  const acts: Readonly<Record<AuditEntry['what'], string>> = {
    'person.disabled': t`${name} was disabled`,
    'person.enabled': t`${name} was enabled`,
    'administrator.on': t`${name} became a product administrator`,
    'administrator.off': t`${name} is no longer a product administrator`,
    'beta.on': t`${name} became a beta user`,
    'beta.off': t`${name} is no longer a beta user`,
    'link.made': t`A sign-in link for ${name} was made`,
    'link.used': t`${name} signed in with a link`,
    'person.provisioned': t`${name} was added to the directory`,
    'member.added': t`${name} was added to a project`,
    'member.removed': t`${name} was taken out of a project`,
    'directory.on': t`A directory token was made`,
    'directory.off': t`The directory token was removed`,
  }
  const byPerson = actor?.startsWith(directoryActor) ? t`the directory of ${actorName}` : actorName
  const by = actor === undefined ? t`a command on the server` : byPerson
  const time = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <ListRow>
      <div>
        <strong>{acts[what]}</strong>
        <Small>
          <Trans>
            {time}, by {by}
          </Trans>
        </Small>
      </div>
    </ListRow>
  )
}
