/** A whole request to the factory; tests change what they are about. */
export const sampleMessage = {
  notification_version: 'core_notifications_v1',
  notification_type: 'notification',
  data: {
    title: 'Hello {{name}}',
    message: 'Your card is "ready"',
    media_url: 'https://cdn.example.com/card.png?size=2',
    action_color: '#00AA55',
  },
  buttons: {
    button_1: { type: 'url', action: 'https://example.com/card', text: 'See it', color: '#112233' },
    button_2: { type: 'call', action: 'tel:+56223456789', text: 'Call us' },
  },
  config: { priority: 'normal', persistent: true, play_time: 7, open_app: true },
  values: [],
  metadata: { reactions: ['thumbs_up', 'heart'] },
};
