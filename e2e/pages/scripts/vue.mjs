import { createApp, h } from 'vue';
import { createRouter, createWebHashHistory, RouterLink, RouterView } from 'vue-router';

const page = (title) => ({ render: () => h('h1', title) });
const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/cart', component: page('Cart') },
    { path: '/:path(.*)*', component: page('Bowls') },
  ],
});
createApp({
  render: () => [
    h(RouterView),
    h(RouterLink, { to: '/cart', id: 'other' }, () => 'The other page'),
  ],
})
  .use(router)
  .mount('#app');
