import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { useUnfinished } from '../../store/drafts/useUnfinished.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { OutboxSection, Small } from './OutboxSection.tsx'

/** How many drafts this person has, with the way to their list. */
export function DraftsSection({ drafts }: { readonly drafts: ReturnType<typeof useUnfinished> }) {
  const { t } = useLingui()
  return (
    <OutboxSection title={t`Drafts`}>
      <Card>
        <RowList>
          <ListRow>
            <div>
              <strong>
                <Plural value={drafts.length} one="# draft" other="# drafts" />
              </strong>
              <Small>
                <Trans>Typed but never saved. They are kept for 30 days.</Trans>
              </Small>
            </div>
            <LinkButton href="/drafts" icon="edit">
              {t`See the drafts`}
            </LinkButton>
          </ListRow>
        </RowList>
      </Card>
    </OutboxSection>
  )
}
