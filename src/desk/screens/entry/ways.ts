/** The lines that lead to the desk, stop by stop. */
export const signInWay = ['Password', 'Code', 'Desk'] as const
export const setUpWay = ['Password', 'Authenticator', 'Recovery codes', 'Desk'] as const
export const recoveryWay = ['Letter', 'Code', 'New password', 'Desk'] as const
export const invitationWay = ['Invitation', 'Password', 'Authenticator', 'Desk'] as const
