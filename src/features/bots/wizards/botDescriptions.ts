import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/**
 * Descriptions of the offered bots, in the language of the reader; their names are the same in every
 * language.
 */
export const botDescriptions: Readonly<Record<string, MessageDescriptor>> = {
  enrolment: msg`Workers scan a code once, enter their details, and continue with the bots for new workers.`,
  attendance: msg`People sign in and out at the gate by scanning a code. Then they continue with the forms of other bots.`,
  orientation: msg`Takes newcomers through the site orientation with its video, questions and signature.`,
  'worker-certifications': msg`Collects certificates with their expiry dates and reminds people before they run out.`,
  manpower: msg`Asks every vendor by text how many people worked and for how long. Writes the approved answers to the daily log.`,
  'forms-adhoc': msg`Forms and inspections that everyone on site can open with a code or a link.`,
  'forms-scheduled': msg`Forms and inspections that are due every day, workday or week. My Tasks shows them until they are done.`,
  'site-permits': msg`Workers request work permits on site. Managers approve, refuse and close them.`,
  'document-viewer': msg`People scan a code and see the newest version of drawings, data sheets and plans.`,
  'time-materials': msg`Tickets for extra work with hours, materials, photos and a signature.`,
  'pre-task-plan': msg`Talks a crew through the tasks, hazards and controls of the day and keeps their signed plan.`,
  'toolbox-talk': msg`Holds a toolbox talk with the crew and keeps who took part.`,
  broadcast: msg`Sends one text message to all people on its list. Each person can stop the messages by answering STOP.`,
  directory: msg`People scan a code and see who does which job on this site, with phone numbers.`,
  hazards: msg`Everyone can report a hazard in a minute. The bot reminds managers for up to 72 hours until it is closed.`,
  'daily-log': msg`Foremen describe the day by text message. The bot writes their daily log from it.`,
}
