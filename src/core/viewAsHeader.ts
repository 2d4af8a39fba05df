/** Header by which a master asks to be answered as somebody of another role would be. A file of its own: the login needs no more. */
export const viewAsHeader = "X-View-As";
