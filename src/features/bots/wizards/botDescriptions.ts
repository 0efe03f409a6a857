import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/**
 * Descriptions of the offered bots, in the language of the reader; their names are the same in every
 * language.
 */
export const botDescriptions: Readonly<Record<string, MessageDescriptor>> = {
  enrolment: msg`Workers scan a code once, say who they are, and go straight on to what the site asks of newcomers.`,
  attendance: msg`Sign in and out at the gate by scanning a code, and start other bots for whoever comes in.`,
  orientation: msg`Takes newcomers through the site orientation with its video, questions and signature.`,
  'worker-certifications': msg`Collects certificates with their expiry dates and reminds people before they run out.`,
  manpower: msg`Asks every vendor by text how many people worked how long, and writes the daily log once somebody has approved it.`,
  'forms-adhoc': msg`Forms and inspections that anybody on site can begin from a code or a link.`,
  'forms-scheduled': msg`Sends forms and inspections to the right people on their days and asks again when nobody answers.`,
  'site-permits': msg`Work permits that are asked for, approved, and closed on site.`,
  'document-viewer': msg`Drawings, data sheets and plans behind a code, always the newest version.`,
  'time-materials': msg`Tickets for extra work with hours, materials, photos and a signature.`,
  'pre-task-plan': msg`Talks a crew through the tasks, hazards and controls of the day and keeps their signed plan.`,
  'toolbox-talk': msg`Holds a toolbox talk with the crew and keeps who took part.`,
  broadcast: msg`One text message to everybody on site, with a way out for whoever wants none.`,
  directory: msg`Who does what on this site and how to reach them, behind a code.`,
  hazards: msg`Anybody reports a hazard in a minute; it is followed up until it is closed, for up to 72 hours.`,
  'daily-log': msg`Foremen tell the day by text and it becomes their daily log.`,
}
