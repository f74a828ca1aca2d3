// A sign that faces the viewer. `at`: where, and its radius in device pixels; `kind`: its
// shape, 1 where nothing may hide it, 1 where it lies on the sphere.
uniform mat4 clip;
uniform vec3 eye;
uniform vec4 sphere;
uniform vec2 size;
in vec2 corner;
in vec4 at;
in vec3 kind;
in vec4 tint;
out vec2 place;
out vec2 shape;
out float radius;
out vec4 col;

void main() {
    // Room for the halo.
    radius = at.w;
    place = corner * (radius + 3.0);
    vec4 p = clip * vec4(at.xyz, 1.0);
    p.xy += place * 2.0 / size * p.w;
    p.z = kind.y == 1.0 ? -p.w : p.z - 0.004 * p.w;
    float near_side = kind.z == 1.0
        ? smoothstep(-0.05, 0.05, dot(normalize(at.xyz - sphere.xyz), normalize(eye - at.xyz)))
        : 1.0;
    shape = vec2(kind.x, near_side);
    col = tint;
    gl_Position = p;
}
