import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { privateTeam } from '../../../../contract/endpoints/projects.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../../ui/controls/LinkButton.tsx'
import { SearchedChoices } from '../SearchedChoices.tsx'

/** The choice of a project; without a suitable one, the person starts with a new project. */
export function ProjectStep(props: Omit<ComponentProps<typeof SearchedChoices>, 'label'>) {
  const { t } = useLingui()
  const choices = props.choices.length > 0 && <SearchedChoices {...props} label={t`Project`} />
  if (props.choices.some(({ key }) => key !== privateTeam)) return choices
  return (
    <>
      <EmptyState
        icon="hardHat"
        title={t`No project to choose`}
        action={
          <LinkButton kind="primary" icon="plus" href="/teams?create=true">
            {t`Create Project`}
          </LinkButton>
        }
      >
        <Trans>You cannot use any project here for this. Create one, or ask an owner of the project to invite you.</Trans>
      </EmptyState>
      {choices}
    </>
  )
}
