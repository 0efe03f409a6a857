import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { usePreference } from '../../store/preferences/preferences.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/controls/Icon.tsx'

const Project = chakra('details', {
  base: {
    display: 'grid',
    gap: '3',
    '& > summary svg': { transition: 'transform var(--m-durations-fast)' },
    '&[open] > summary svg': { transform: 'rotate(90deg)' },
  },
})
const Summary = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '2.75rem',
    marginBottom: '2',
    cursor: 'pointer',
    listStyle: 'none',
    textStyle: 'label',
    '&::-webkit-details-marker': { display: 'none' },
  },
})
const Name = chakra('h3', { base: { margin: '0', font: 'inherit' } })
const Count = chakra('span', { base: { color: 'fg.muted', textStyle: 'small' } })

export interface ProjectTasksProps {
  /** Name of the list, for each person. */
  readonly list: string
  /** Name of the project. */
  readonly name: string
  readonly count: number
  /** Records of these forms that are not sent yet. */
  readonly waiting: number
  readonly children: ReactNode
}

/** The forms of one project, which a person can fold away. It stays as they left it. */
export function ProjectTasks({ list, name, count, waiting, children }: ProjectTasksProps) {
  const [open = true, keep] = usePreference(`open:tasks:${list}#${name}`)
  return (
    <Project open={open} onToggle={({ currentTarget }) => currentTarget.open !== open && keep(currentTarget.open ? undefined : false)}>
      <Summary>
        <Icon name="chevronRight" size={20} />
        <Name>{name}</Name>
        <Count>
          <Plural value={count} one="# form" other="# forms" />
        </Count>
        {waiting > 0 && (
          <Count>
            <Plural value={waiting} one="# waiting on this device" other="# waiting on this device" />
          </Count>
        )}
      </Summary>
      {children}
    </Project>
  )
}
