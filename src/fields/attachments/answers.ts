import { listIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

const attachments = defineAnswer({ type: 'attachments', shown: 'files', accepts: listIn })
const fileAttachments = defineAnswer({ type: 'file-attachments', shown: 'files', accepts: listIn })

export const answers = [attachments, fileAttachments]
