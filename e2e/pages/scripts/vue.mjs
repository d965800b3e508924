import { createApp, h } from 'vue';
import { createRouter, createWebHashHistory, RouterView } from 'vue-router';

const page = { render: () => h('h1', 'Bowls') };
const router = createRouter({
  history: createWebHashHistory(),
  routes: [{ path: '/:path(.*)*', component: page }],
});
createApp({ render: () => h(RouterView) })
  .use(router)
  .mount('#app');
