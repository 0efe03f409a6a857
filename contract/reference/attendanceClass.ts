/** The class of bots with forms that record who enters and leaves a site (spec/3 §3.9). */
export const attendanceClass = 'attendance'
/** The class of bots with a form that is the induction of a site. */
export const orientationClass = 'orientation'
