import { writeBilling } from '../../domain/billing/writeBilling.ts'
import { writeBot } from '../../domain/bots/writeBot.ts'
import { writeDevice } from '../../domain/devices/writeDevice.ts'
import type { EntityKind } from '../../domain/entities/entityKind.ts'
import { writeExecution } from '../../domain/executions/writeExecution.ts'
import { checkDocument } from '../../domain/files/checkDocument.ts'
import { writeLibrary } from '../../domain/libraries/writeLibrary.ts'
import { writeProject } from '../../domain/projects/writeProject.ts'

/** Registry by the first segment of the path. A new kind of entity is a new line here. */
export const entityKinds: Readonly<Record<string, EntityKind>> = {
  automation: { write: writeExecution },
  automations: { write: writeBot },
  devices: { write: writeDevice },
  teams: { write: writeProject },
  billing: { write: writeBilling },
  libraries: { write: writeLibrary, check: checkDocument },
}

/** Returns the kind of the entity at a path; undefined for records. */
export const entityKindOf = (path: string): EntityKind | undefined => {
  const name = path.split('/')[0] ?? ''
  return Object.hasOwn(entityKinds, name) ? entityKinds[name] : undefined
}
