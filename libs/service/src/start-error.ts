/** Something outside the code keeps the process from starting: its one line goes to whoever started it. */
export class StartError extends Error {}
