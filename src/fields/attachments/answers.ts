import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { listIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'
import { isPhoto } from './itemsOf.ts'

type Files = readonly { readonly type: string }[]

const takesFiles = ({ accept, limit = Number.POSITIVE_INFINITY }: Pick<FieldSetting<'attachments'>, 'accept' | 'limit'>, files: Files) =>
  files.length <= limit && (accept !== 'photos' || files.every(isPhoto))

const attachments = defineAnswer({ type: 'attachments', shown: 'files', accepts: listIn, takesFiles })
const fileAttachments = defineAnswer({ type: 'file-attachments', shown: 'files', accepts: listIn, takesFiles })

export const answers = [attachments, fileAttachments]
