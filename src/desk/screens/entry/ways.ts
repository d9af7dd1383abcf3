/** The paths of the sign-in, each with its steps. */
export const signInWay = ['Password', 'Second step', 'Desk'] as const
export const setUpWay = ['Password', 'Second step', 'Recovery codes', 'Desk'] as const
export const recoveryWay = ['Letter', 'Second step', 'New password', 'Desk'] as const
export const invitationWay = ['Invitation', 'Password', 'Second step', 'Desk'] as const
